// Where the code of the thread is that renders large pages.
export const PAGE_THREAD_FILE = new URL('./page-thread.js', import.meta.url);
