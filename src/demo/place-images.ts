import { imageMarker } from "./demo-image.ts";

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
 * Replaces the marker at the start of the image addresses in demonstration records (JSON) by the address of the folder
 * that serves them, whose port may change with each start. Any other text that begins like the marker stays unchanged
 * (neighbours, metaData byte for byte): a quote inside a text is escaped, so only a field itself can match.
 */
export const placeImages = (json: string, folder: string): string =>
  json.includes(imageMarker)
    ? json
        .replace(field, `$1${folder}/`)
        .replace(list, (links) => links.replaceAll(`"${imageMarker}`, `"${folder}/`))
    : json;
