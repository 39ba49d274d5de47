import { isUnserved, mayHaveHappened } from "#web/api/api-error.ts";
import { ErrorNotice } from "./error-notice.tsx";
import { Notice } from "./notice.tsx";

/** Why nothing was made, or that nobody knows; what is typed stays in the form. */
export const CreateFailure = ({ noun, error }: { noun: string; error: unknown }) => {
  if (error === undefined) return null;
  if (isUnserved(error))
    return (
      <Notice title={`This upstream makes no ${noun}s`} tone="waiting" alert>
        <p>
          The API’s document has no such operation. Nothing was made, and what you typed is still
          here.
        </p>
      </Notice>
    );
  return (
    <ErrorNotice error={error}>
      <p>
        {mayHaveHappened(error)
          ? `The ${noun} may have been made all the same: look at the list before you try again. What you typed is still here.`
          : "Nothing was made, and what you typed is still here."}
      </p>
    </ErrorNotice>
  );
};
