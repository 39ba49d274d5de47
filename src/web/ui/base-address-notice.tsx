import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { account } from "#web/api/account.ts";
import { isUnserved } from "#web/api/api-error.ts";
import { Notice } from "./notice.tsx";

/**
 * Warns that the base address is probably wrong if the API does not serve GET /account either, which is documented (api
 * 4.1). Shown when a screen's list is not served.
 */
export const BaseAddressNotice = () => {
  const { error } = useQuery({ ...account(), retry: false, staleTime: Number.POSITIVE_INFINITY });
  if (!isUnserved(error)) return null;
  return (
    <Notice
      title="The API's address may be wrong"
      tone="bad"
      alert
      actions={<Link to="/connection">Go to Connection</Link>}
    >
      GET /account doesn't exist at this address, but the API always offers it. Check API_BASE_URL
      (a path such as /v1 may be missing or wrong), then restart the console.
    </Notice>
  );
};
