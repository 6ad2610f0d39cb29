/** Who named a URL, and whether that said that its own credentials are good for what it names. */
export interface Named {
  /** What was asked in the end, which relative locations belong to. */
  by: URL;
  credentials: boolean;
}

/** Whether a request goes without the token of who named its URL: a token is for one origin, and for what that says it is for. */
export function isAnonymous(to: URL, { by, credentials }: Named): boolean {
  return !(credentials && to.origin === by.origin);
}
