// Where the code of a reader's thread is.
export const THREAD_FILE = new URL('./reader-thread.js', import.meta.url);
