import { mappingSetPageSize } from "#contract/limits.ts";
import { testMetaData } from "#rule-model/test-builder.ts";

/* An upstream with any number of mapping sets, for the tests of rules that look values up. */

interface Request {
  readonly url: string;
  readonly priority: string | undefined;
}

/** A `fetch` that serves the sets from 1 to a number in pages, and the catalog; and the requests for sets. */
export const serveMappingSets = (count: number) => {
  const requests: Request[] = [];
  const fetch = async (url: string, init: { headers: Readonly<Record<string, string>> }) => {
    const { pathname, searchParams } = new URL(url, "http://localhost");
    if (pathname === "/api/workflow/meta-data") return Response.json(testMetaData);
    if (pathname !== "/api/mapping-sets") return new Response("{}", { status: 404 });
    requests.push({ url, priority: init.headers["Priority"] });
    const first = (Number(searchParams.get("page")) - 1) * mappingSetPageSize;
    const length = Math.max(0, Math.min(mappingSetPageSize, count - first));
    const names = Array.from({ length }, (_, at) => ({
      id: first + at + 1,
      name: `Set ${first + at + 1}`,
    }));
    return Response.json(names);
  };
  return { fetch, requests };
};
