import { createHash } from "node:crypto";
import { demoImage, imagePath, imageViews } from "./demo-image.ts";
import { remembered } from "./remembered.ts";
import type { ColorName } from "./vocabulary/colors.ts";
import type { Leaf } from "./vocabulary/leaf.ts";

/** An image of a product record without its ids. */
export interface PictureRecord {
  url: string;
  md5_checksum: string;
}

/** The MD5 of the content that the service will serve under a path. */
const pictureAt = (path: string): PictureRecord => {
  const image = demoImage(path)?.body ?? "";
  return { url: path, md5_checksum: createHash("md5").update(image).digest("hex") };
};

const picturesByColor = remembered(() => new Map<ColorName, PictureRecord[]>());

/** The pictures of one color, the plain one first. Pictures repeat, so each is drawn and hashed once. */
export const listPictures = (leaf: Leaf, color: ColorName, count: number): PictureRecord[] => {
  const known = picturesByColor(leaf.slug);
  const all =
    known.get(color) ?? imageViews.map((view) => pictureAt(imagePath(leaf.slug, color, view)));
  known.set(color, all);
  return all.slice(0, count);
};
