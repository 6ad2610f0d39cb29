// The fields of the search, for the index and for the page.
export const fields = { fields: ['title', 'page', 'text'], storeFields: ['title', 'page', 'address', 'start'] };
