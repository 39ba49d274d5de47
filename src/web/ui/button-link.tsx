import { Button, type ButtonProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentPropsWithRef } from "react";

type AnchorProps = ButtonProps & Omit<ComponentPropsWithRef<"a">, keyof ButtonProps>;

const ButtonAnchor = (props: AnchorProps) => <Button component="a" {...props} />;

/** A way to another screen that looks like a button; its address is checked as a Link's is. */
export const ButtonLink = createLink(ButtonAnchor);
