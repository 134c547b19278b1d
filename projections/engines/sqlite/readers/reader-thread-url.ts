export const READER_THREAD_URL = new URL('./reader-thread.js', import.meta.url);
