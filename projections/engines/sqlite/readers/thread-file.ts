// Location of the reader thread's code.
export const THREAD_FILE = new URL('./reader-thread.js', import.meta.url);
