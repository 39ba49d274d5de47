import { imageMarker } from "./seed/demo-image.ts";

/** The fields in which demonstration records name an image or document; no request of the API writes them. */
const fields = [
  "url",
  "attachmentUrl",
  "imageUrl",
  "packingSlipAttachmentLink",
  "shippingLabelAttachmentLink",
];

const field = new RegExp(`("(?:${fields.join("|")})":")${imageMarker}`, "g");
const list = /"attachmentLinks":\[[^\]]*\]/g;

/**
 * Replaces the marker at the start of the image addresses in demonstration records by the service's own address
 * (`origin`), whose port may change with each start. Any other text that begins like the marker stays unchanged
 * (neighbours, metaData byte for byte): a quote inside a text is escaped, so only a field itself can match.
 */
export const placeImages = (json: string, origin: string): string =>
  json.includes(imageMarker)
    ? json
        .replace(field, `$1${origin}/images/`)
        .replace(list, (links) => links.replaceAll(`"${imageMarker}`, `"${origin}/images/`))
    : json;
