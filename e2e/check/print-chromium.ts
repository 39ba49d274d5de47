import { findChromium } from "#e2e/support/find-chromium.ts";

// A process of its own, since finding a browser may install one, which runs in parallel with the other steps.
process.stdout.write(findChromium());
