/**
 * Sends a request to the listener.
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<Response>} a successful response
 */
export async function reach(path, init) {
  const response = await fetch(path, init).catch((error) => {
    // The browser's message for a closed port does not name the listener, so replace it.
    throw error.name === 'TypeError' ? new Error('The listener does not respond. It may have stopped.') : error;
  });
  if (!response.ok) throw new Error((await response.json()).error);
  return response;
}
