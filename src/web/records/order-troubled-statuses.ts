/**
 * The statuses of purchase orders that need attention, in the order of the filter, so that the same selection has the
 * same address.
 */
export const troubledStatuses =
  "additional_info_required,po_number_exceeds_max_length,duplicate,processing_error";
