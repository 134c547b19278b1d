// What is said to somebody new where the examples' people can be signed in as: how a record gets to its end, and in which order to look around.
import type { PublishedVersion } from '#ports/specifications.js';
import type { SignedIn } from '#identity/signed-in.js';
import type { Lifecycle } from '#specification/model/specification.js';
import type { Translate } from '#views/messages/translate.js';
import type { SignInPage } from '#views/view-models/account.js';
import type { ExampleTour } from '../layout/examples.js';

/** undefined: nobody of the tour can be signed in as. */
export function presentIntroduction(
  tour: ExampleTour | undefined,
  people: readonly SignedIn[],
  published: readonly PublishedVersion[],
  t: Translate,
): SignInPage['introduction'] {
  const steps = (tour?.steps ?? []).flatMap(({ title, person, what, begins }) => {
    const found = people.find(({ id }) => id === person);
    return found ? [{ title: t(title), what: t(what), id: found.id, name: found.name, begins }] : [];
  });
  if (!tour || steps.length === 0) return undefined;
  return { steps, ...wayOf(tour, published) };
}

function wayOf(
  { way: { application, entity, end } }: ExampleTour,
  published: readonly PublishedVersion[],
): Pick<NonNullable<SignInPage['introduction']>, 'way'> {
  const { specification } = published.find(({ specification }) => specification.key === application) ?? {};
  const found = specification?.entities[entity];
  const states = found ? statesTo(found.lifecycle, end) : [];
  if (!specification || !found || states.length < 2) return {};
  return { way: { application: specification.name, of: found.title, states } };
}

/** Titles of the states on the shortest way from the first one to `end`; [] where there is none. */
export function statesTo({ initial, states, actions }: Lifecycle, end: string): readonly string[] {
  const ways = new Map([[initial, [initial]]]);
  for (const [state, way] of ways)
    for (const { from, to } of actions)
      if (to !== undefined && from.includes(state) && !ways.has(to)) ways.set(to, [...way, to]);
  const titles = new Map(states.map(({ key, title }) => [key, title]));
  return (ways.get(end) ?? []).map((key) => titles.get(key) ?? key);
}
