import { findChromium } from "#e2e/support/find-chromium.ts";

// A process of its own, since finding one may install it, which takes its time beside the other steps.
process.stdout.write(findChromium());
