import { createHash } from "node:crypto";
import { demoImage, imagePath, imageViews, type ImageView } from "./demo-image.ts";
import type { ColorName } from "./vocabulary/colors.ts";
import type { Leaf } from "./vocabulary/leaf.ts";

/** An image of a product record without its ids. */
export interface PictureRecord {
  url: string;
  md5_checksum: string;
}

const checksums = new Map<string, string>();

/** The MD5 of what the service will serve under a path; pictures repeat, so it is reckoned once. */
const checksumOf = (path: string): string => {
  const known = checksums.get(path);
  if (known !== undefined) return known;
  const checksum = createHash("md5")
    .update(demoImage(path)?.body ?? "")
    .digest("hex");
  checksums.set(path, checksum);
  return checksum;
};

export const pictureOf = (leaf: Leaf, color: ColorName, view: ImageView): PictureRecord => {
  const path = imagePath(leaf.slug, color, view);
  return { url: path, md5_checksum: checksumOf(path) };
};

/** The pictures of one color, the plain one first. */
export const picturesOf = (leaf: Leaf, color: ColorName, count: number): PictureRecord[] =>
  imageViews.slice(0, count).map((view) => pictureOf(leaf, color, view));
