// Stands in for the built file of the thread: made of the sources as they are now, not an older build (bundle.mjs).
export const PAGE_THREAD_FILE = new URL('page-thread.js', process.env['DAYBOOK_TEST_THREADS']);
