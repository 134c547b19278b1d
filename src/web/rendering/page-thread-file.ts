export const PAGE_THREAD_FILE = new URL('./page-thread.js', import.meta.url);
