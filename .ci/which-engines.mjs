// Once per run of the tests: which engines the suites run on, and which of them are real servers.

const named = (what, url) =>
  `${what}: the small one${url ? ` and a real one at ${url.replace(/\/\/[^/]*@/, '//')}` : ''}`;

export default () => {
  const { DAYBOOK_TEST_EVENTSTOREDB, DAYBOOK_TEST_NEW_EVENTSTOREDB, DAYBOOK_TEST_MONGODB } = process.env;
  process.stderr.write(
    `Engines in these tests: ${named('EventStoreDB', DAYBOOK_TEST_EVENTSTOREDB)}; ${named('MongoDB', DAYBOOK_TEST_MONGODB)}.\n`,
  );
  if (DAYBOOK_TEST_NEW_EVENTSTOREDB)
    process.stderr.write(
      `Journeys get a real EventStoreDB each from: ${DAYBOOK_TEST_NEW_EVENTSTOREDB}. What asks faults of a small one is skipped.\n`,
    );
};
