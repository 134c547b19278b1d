/** Before local addresses that do not stand in the page, as `addBasePath` of the server puts it before those that do. */
export const basePath = document.documentElement.dataset['basePath'] ?? '';
