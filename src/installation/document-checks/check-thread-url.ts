export const CHECK_THREAD_URL = new URL('./check-thread.js', import.meta.url);
