/** The origin of a URL, and whether its credentials also apply to the URL. */
export interface Named {
  /** The final request URL, the base of relative locations. */
  by: URL;
  credentials: boolean;
}

/** Whether a request omits the token of the URL's origin: a token is valid for its origin and for what that allows. */
export function isAnonymous(to: URL, { by, credentials }: Named): boolean {
  return !(credentials && to.origin === by.origin);
}
