type Needs = ReadonlyMap<string, readonly string[]>;

/** Strongly connected components (Kosaraju, Sharir). */
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

function orderByDepth(keys: Iterable<string>, edges: Needs): readonly (readonly string[])[] {
  const visited = new Set<string>();
  const done: string[][] = [];
  for (const key of keys) if (!visited.has(key)) done.push(walk(key, edges, visited));
  return done;
}

function walk(start: string, edges: Needs, visited: Set<string>): string[] {
  const done: string[] = [];
  const way = [{ key: start, next: 0 }];
  visited.add(start);
  for (let last = way.at(-1); last; last = way.at(-1)) {
    const to = edges.get(last.key)?.[last.next++];
    if (to === undefined) done.push(way.pop()!.key);
    else if (!visited.has(to)) {
      visited.add(to);
      way.push({ key: to, next: 0 });
    }
  }
  return done;
}
