import { expect, test } from "vitest";
import { placeImages } from "./place-images.ts";

const folder = "http://127.0.0.1:4300/images";
const place = (value: unknown): unknown => JSON.parse(placeImages(JSON.stringify(value), folder));

test.each([
  ["a picture", { url: "demo-image:/products/a.svg" }, { url: `${folder}/products/a.svg` }],
  [
    "a document of an order",
    { packingSlipAttachmentLink: "demo-image:/documents/x.svg" },
    { packingSlipAttachmentLink: `${folder}/documents/x.svg` },
  ],
  [
    "attachments of a return",
    {
      attachments: [{ id: 1, attachmentUrl: "demo-image:/x" }],
      attachmentLinks: ["demo-image:/y", "https://b.test/demo-image:/z"],
    },
    {
      attachments: [{ id: 1, attachmentUrl: `${folder}/x` }],
      attachmentLinks: [`${folder}/y`, "https://b.test/demo-image:/z"],
    },
  ],
])("%s gets the address that serves it", (_, stored, answered) => {
  expect(place([stored])).toEqual([answered]);
});

test.each([
  { name: "demo-image:/x" },
  { name: 'demo-image:/x","url":"demo-image:/y' },
  { url: "https://images.example.com/demo-image:/x" },
  { metaData: '{"url":"demo-image:/x"}' },
  { links: ["demo-image:/x"] },
])("another text stays unchanged: %j", (stored) => {
  expect(place(stored)).toEqual(stored);
});
