import "./skeleton.css";
import { Skeleton as MantineSkeleton } from "@mantine/core";

interface SkeletonProps {
  /** In characters. */
  width?: number;
}

/** A line of text that is on its way, in its final height. */
export const Skeleton = ({ width = 12 }: SkeletonProps) => (
  <MantineSkeleton width={`${width}ch`} height="0.75em" maw="100%" aria-hidden="true" />
);

/** The same in the rows of a list, plain and still: 200 of the above take 80 ms to draw, most of it for their animation. */
export const SkeletonCell = ({ width = 12 }: SkeletonProps) => (
  <span className="skeleton-cell" style={{ width: `${width}ch` }} aria-hidden="true" />
);
