/**
 * Sends a request to the listener.
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<Response>} a successful response
 */
export async function reach(path, init) {
  const response = await fetch(path, init).catch((error) => {
    // Replace the browser's message for a closed port, which does not name the listener.
    throw error.name === 'TypeError' ? new Error('The listener does not respond. It may have stopped.') : error;
  });
  if (!response.ok) throw new Error((await response.json()).error);
  return response;
}
