// Stands in for the built file of the thread: made of the sources as they are now, not an older build (bundle.mjs).
export const READER_THREAD_URL = new URL('reader-thread.js', process.env['DAYBOOK_TEST_THREADS']);
