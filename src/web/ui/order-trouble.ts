/** The statuses of purchase orders that need attention, in the order in which the filter writes them: the same choice is the same address. */
export const troubledStatuses =
  "additional_info_required,po_number_exceeds_max_length,duplicate,processing_error";
