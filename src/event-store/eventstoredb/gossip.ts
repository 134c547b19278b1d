// Asks nodes of a cluster who leads it.
import { lookup } from 'node:dns/promises';
import type { Address, Endpoint } from './address.js';
import { oneAnswer } from './calls.js';
import { inUri } from './connection.js';
import { asFailure, NoAnswer } from './failures.js';
import { ClusterNode } from './node.js';
import { numberIn, readMessage, readPart, textIn, type BinaryReader } from './protobuf.js';

/** Milliseconds: a node that is there answers within a few. */
const LONGEST = 1_500;

const NO_FIELDS = new Uint8Array();
const GOSSIP = '/event_store.client.gossip.Gossip/Read';

/** The leaders that are told of, each once; those that more nodes tell of first. Throws the failure of a seed where none tells of any. */
export async function leadersOf(address: Address): Promise<readonly Endpoint[]> {
  const seeds = await resolved(address);
  const answers = await Promise.allSettled(seeds.map((seed) => askNode(address, seed)));
  const told = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const failed = answers.find((answer) => answer.status === 'rejected');
  if (told.length === 0) throw failed?.reason ?? new NoAnswer('no node of the cluster leads it just now');
  const votes = new Map<string, { readonly leader: Endpoint; count: number }>();
  for (const leader of told) {
    const vote = votes.get(inUri(leader)) ?? { leader, count: 0 };
    vote.count++;
    votes.set(inUri(leader), vote);
  }
  return [...votes.values()].sort((a, b) => b.count - a.count).map(({ leader }) => leader);
}

interface Seed extends Endpoint {
  /** What its certificate is held against. */
  readonly named: Endpoint;
}

/** One name may stand for many nodes, and one of them may be silent. */
async function resolved({ seeds, discover }: Address): Promise<readonly Seed[]> {
  if (!discover) return seeds.map((seed) => ({ ...seed, named: seed }));
  const found = await Promise.allSettled(
    seeds.map(async (seed) =>
      (await lookup(seed.host, { all: true })).map(({ address }) => ({
        host: address,
        port: seed.port,
        named: seed,
      })),
    ),
  );
  const all = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  const failed = found.find((each) => each.status === 'rejected');
  if (all.length === 0) throw asFailure(failed?.reason);
  return all;
}

async function askNode(address: Address, seed: Seed): Promise<readonly Endpoint[]> {
  const node = new ClusterNode(seed, address, undefined, seed.named);
  try {
    const answer = await oneAnswer(LONGEST, (answers) => node.call(GOSSIP, NO_FIELDS, answers));
    return leadersIn(answer);
  } finally {
    node.close();
  }
}

const LEADER = 8;

export function leadersIn(answer: Uint8Array): readonly Endpoint[] {
  const leaders: Endpoint[] = [];
  readMessage(answer, (field, reader) => {
    if (field !== 1) return false;
    for (const each of leading(reader)) leaders.push(each);
    return true;
  });
  return leaders;
}

/** A member, where it leads. */
function leading(reader: BinaryReader): readonly Endpoint[] {
  let state = 0;
  let isAlive = false;
  let endpoint: Endpoint | undefined;
  readPart(reader, (field) => {
    if (field === 3) state = numberIn(reader);
    else if (field === 4) isAlive = reader.bool();
    else if (field === 5) endpoint = endpointIn(reader);
    else return false;
    return true;
  });
  return isAlive && state === LEADER && endpoint ? [endpoint] : [];
}

function endpointIn(reader: BinaryReader): Endpoint {
  let [host, port] = ['', 0];
  readPart(reader, (field) => {
    if (field === 1) host = textIn(reader);
    else if (field === 2) port = numberIn(reader);
    else return false;
    return true;
  });
  return { host, port };
}
