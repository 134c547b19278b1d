// Where the code of the thread is that checks documents.
export const CHECK_THREAD_FILE = new URL('./check-thread.js', import.meta.url);
