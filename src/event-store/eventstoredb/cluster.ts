// Which node is asked: the leader, as the cluster tells or as a node has pointed to it; another one, or another connection, after
// one that did not answer.
import { EventStoreUnavailable } from '../event-store.js';
import type { Address, Endpoint } from './address.js';
import { inUri } from './connection.js';
import { NoAnswer, NotLeader } from './failures.js';
import { leadersOf } from './gossip.js';
import { ClusterNode, type Cluster } from './node.js';

/** Milliseconds for which the nodes of a cluster may go on naming a leader that has just not answered, and are not believed. */
const DISTRUST = 2_000;

export function createCluster(address: Address): Cluster {
  const open = new Set<ClusterNode>();
  const listeners = new Set<() => void>();
  let asked: Promise<ClusterNode> | undefined;
  let current: ClusterNode | undefined;
  let pointedTo: Endpoint | undefined;
  let silent: { readonly uri: string; readonly until: number } | undefined;
  let isClosed = false;

  const connect = async (): Promise<ClusterNode> => {
    const endpoint = pointedTo ?? (await find(address, silent));
    pointedTo = undefined;
    if (isClosed) throw new EventStoreUnavailable('The event store is closed.');
    const node = new ClusterNode(endpoint, address, () => open.delete(node));
    open.add(node);
    current = node;
    for (const listener of listeners) listener();
    return node;
  };

  return {
    node() {
      // Who asks hears why it did not go; the next one tries anew.
      asked ??= connect().catch((error: unknown) => {
        asked = undefined;
        throw error;
      });
      return asked;
    },
    leave(node, because) {
      if (node !== current) return;
      asked = current = undefined;
      if (because instanceof NotLeader) pointedTo = because.leader;
      else silent = { uri: inUri(node.endpoint), until: performance.now() + DISTRUST };
      node.leave();
    },
    onConnect: (listener) => void listeners.add(listener),
    close() {
      isClosed = true;
      for (const node of open) node.close();
    },
  };
}

async function find(
  address: Address,
  silent: { readonly uri: string; readonly until: number } | undefined,
): Promise<Endpoint> {
  const { seeds, discover } = address;
  if (seeds.length === 1 && !discover) return seeds[0]!;
  const leaders = await leadersOf(address);
  const trusted = leaders.find((leader) => inUri(leader) !== silent?.uri || performance.now() > silent.until);
  if (!trusted) throw new NoAnswer(`${silent!.uri} leads the cluster, and has just not answered`);
  return trusted;
}
