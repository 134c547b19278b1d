import type { PublishedVersion } from '#ports/specifications.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import type { Translate } from '#views/messages/translate.js';
import type { SignInPage } from '#views/view-models/account.js';
import type { ExampleTour } from '../layout/example-data-state.js';
import { drawLifecycle } from '../display/draw-lifecycle.js';

/** undefined: the tour's people do not exist. */
export function presentExampleTour(
  tour: ExampleTour | undefined,
  people: readonly SignedInPerson[],
  published: readonly PublishedVersion[],
  t: Translate,
): SignInPage['introduction'] {
  const steps = (tour?.steps ?? []).flatMap(({ title, person, what, begins }) => {
    const found = people.find(({ id }) => id === person);
    return found ? [{ title: t(title), what: t(what), id: found.id, name: found.name, begins }] : [];
  });
  if (!tour || steps.length === 0) return undefined;
  return { steps, ...lifecycleOf(tour, published, t) };
}

function lifecycleOf(
  { process: { application, entity } }: ExampleTour,
  published: readonly PublishedVersion[],
  t: Translate,
): Pick<NonNullable<SignInPage['introduction']>, 'lifecycle'> {
  const { specification } = published.find(({ specification }) => specification.key === application) ?? {};
  const found = specification?.entities[entity];
  const drawing = found && drawLifecycle(found, t);
  return specification && drawing
    ? { lifecycle: { application: specification.name, entity: found.title, figure: drawing.figure } }
    : {};
}
