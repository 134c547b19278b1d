import { afterAll, beforeAll, describe } from '@jest/globals';
import { serveCluster, type Cluster } from './cluster.js';
import { purchaseRequest } from './purchase-request.js';

let cluster: Cluster;
// axe checks the same pages on the embedded engines.
const PAGES_ALIKE = { axe: false };

beforeAll(async () => {
  cluster = await serveCluster();
}, 300_000);

afterAll(async () => cluster.close(), 60_000);

describe('on EventStoreDB and MongoDB, with three processes, each request to another one than the last,', () => {
  purchaseRequest(async () => ({ ...cluster, close: async () => {} }), ['with'], PAGES_ALIKE);
});
