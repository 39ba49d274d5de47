import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.{ts,tsx}"],
    // One PostgreSQL for the whole run; createTestDatabase makes databases on it.
    globalSetup: ["src/database/test-server.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
