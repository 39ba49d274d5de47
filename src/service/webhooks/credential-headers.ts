const decode = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    // A `%` that begins no escape is itself.
    return part;
  }
};

/** The user name and the password of an address, without escapes; undefined when it has neither. */
export const readCredentials = (
  address: string,
): { readonly username: string; readonly password: string } | undefined => {
  const { username, password } = new URL(address);
  if (username === "" && password === "") return undefined;
  return { username: decode(username), password: decode(password) };
};

/** The header that sends the user name and the password of an address, which a request doesn't send (RFC 7617). */
export const credentialHeaders = (address: string): Record<string, string> => {
  const credentials = readCredentials(address);
  if (credentials === undefined) return {};
  const { username, password } = credentials;
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` };
};
