/** The load line that is painted on a ship's side: the maximum cargo that it may carry. */
export const Logo = () => (
  <svg className="logo" viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
    <circle cx="16" cy="16" r="9" fill="none" stroke="currentColor" strokeWidth="3" />
    <path className="logo__line" d="M2 16h28" strokeWidth="3.25" />
  </svg>
);
