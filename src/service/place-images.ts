import { imageMarker } from "./seed/demo-image.ts";

/** The fields in which the demonstration workspace names an image or document; no request of the API writes them. */
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
 * Replaces the marker that demonstration records begin their images' addresses with by the service's own address
 * (`origin`), which may have another port after each start. Any other text that begins like the marker stays as it was
 * written (neighbours, metaData byte for byte): a quote inside a text is escaped, so only a field itself can match.
 */
export const placeImages = (json: string, origin: string): string =>
  json.includes(imageMarker)
    ? json
        .replace(field, `$1${origin}/images/`)
        .replace(list, (links) => links.replaceAll(`"${imageMarker}`, `"${origin}/images/`))
    : json;
