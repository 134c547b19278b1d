// What needs itself in the end: strongly connected components, in as many steps as there are needs (Kosaraju, Sharir).

type Needs = ReadonlyMap<string, readonly string[]>;

/** Those that need themselves, directly or through others. */
export function findCircularDependencies(needs: Needs): readonly string[] {
  const neededBy = invertDependencies(needs);
  const inOrder = orderByDepth(needs.keys(), needs).flat();
  return orderByDepth(inOrder.toReversed(), neededBy)
    .filter(([key = '', ...others]) => others.length > 0 || needs.get(key)?.includes(key))
    .flat();
}

function invertDependencies(needs: Needs): Needs {
  const found = new Map<string, string[]>([...needs.keys()].map((key) => [key, []]));
  for (const [key, needed] of needs) for (const each of needed) found.get(each)?.push(key);
  return found;
}

/** From each that no walk has come to yet, all that it leads to; each after what it leads to itself. */
function orderByDepth(keys: Iterable<string>, edges: Needs): readonly (readonly string[])[] {
  const seen = new Set<string>();
  const done: string[][] = [];
  for (const key of keys) if (!seen.has(key)) done.push(walk(key, edges, seen));
  return done;
}

function walk(start: string, edges: Needs, seen: Set<string>): string[] {
  const done: string[] = [];
  const way = [{ key: start, next: 0 }];
  seen.add(start);
  for (let last = way.at(-1); last; last = way.at(-1)) {
    const to = edges.get(last.key)?.[last.next++];
    if (to === undefined) done.push(way.pop()!.key);
    else if (!seen.has(to)) {
      seen.add(to);
      way.push({ key: to, next: 0 });
    }
  }
  return done;
}
