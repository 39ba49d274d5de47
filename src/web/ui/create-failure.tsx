import { isUnserved, mayHaveHappened } from "#web/api/api-error.ts";
import { ErrorNotice } from "./error-notice.tsx";
import { Notice } from "./notice.tsx";

/** Explains why no record was created, or that the result is unknown; the entries stay in the form. */
export const CreateFailure = ({ noun, error }: { noun: string; error: unknown }) => {
  if (error === undefined) return null;
  if (isUnserved(error))
    return (
      <Notice title={`The API can't create ${noun}s`} tone="waiting" alert>
        <p>
          The API doesn't offer this operation. Nothing was created. Your entries are still here.
        </p>
      </Notice>
    );
  return (
    <ErrorNotice error={error}>
      <p>
        {mayHaveHappened(error)
          ? `The ${noun} may have been created. Check the list before you try again. Your entries are still here.`
          : "Nothing was created. Your entries are still here."}
      </p>
    </ErrorNotice>
  );
};
