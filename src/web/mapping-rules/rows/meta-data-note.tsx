/** The metadata of a part, which is for programs: saved byte for byte, and shown where there is any. */
export const MetaDataNote = ({ text }: { text: string | null | undefined }) =>
  (text ?? "") === "" ? null : (
    <p className="row-form__meta">
      Contains data from other programs, which is kept unchanged: <code>{text}</code>
    </p>
  );
