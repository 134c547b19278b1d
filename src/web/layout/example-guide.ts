// Hints beside each page for example people: whom to sign in as next, and what to try.
import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { HOME_PATH } from '#views/addresses.js';
import type { LayoutProps } from '#views/view-models/frame.js';
import { ExampleSignIn } from '#identity/sign-in/example-sign-in.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { HasActed } from '#query-handling/timeline/has-acted.js';
import { describeRoles } from './describe-roles.js';
import { EXAMPLE_DATA_STATE, type ExampleDataState, type ExampleTour } from './example-data-state.js';
import type { Translate } from '#views/messages/translate.js';

type Guidance = Pick<LayoutProps, 'switchTo' | 'tryThis'>;

@Injectable()
export class ExampleGuide {
  /** Persons who opened their step's page since the server started. */
  private readonly visitors = new Set<string>();

  constructor(
    private readonly queries: QueryBus,
    private readonly signIn: ExampleSignIn,
    @Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies,
    @Inject(EXAMPLE_DATA_STATE) private readonly examples: ExampleDataState,
  ) {}

  /** Same condition as sign-in without a password. Omitted when an engine is unavailable. */
  async of(viewer: SignedInPerson, path: string, t: Translate): Promise<Guidance> {
    const { tour } = this.examples;
    if (!viewer.demo || !tour) return {};
    return this.guidance(viewer, { path, tour, t }).catch(() => ({}));
  }

  private async guidance(
    viewer: SignedInPerson,
    { path, tour, t }: { readonly path: string; readonly tour: ExampleTour; readonly t: Translate },
  ): Promise<Guidance> {
    this.noteVisit(tour, viewer, path);
    const people = await this.signIn.listPeople();
    if (people.length < 2) return {};
    const published = await this.sources.specifications.all();
    const switchTo = people
      .filter(({ id }) => id !== viewer.id)
      .map((person) => ({ id: person.id, name: person.name, roles: describeRoles(person, published, t) }));
    return { switchTo, ...(path === HOME_PATH && { tryThis: await this.tried(tour, people, viewer, t) }) };
  }

  private noteVisit({ steps }: ExampleTour, viewer: SignedInPerson, path: string): void {
    const isVisit = steps.some(
      ({ person, doneBy }) => person === viewer.id && 'page' in doneBy && doneBy.page === path,
    );
    if (isVisit && this.examples.loading() === undefined) this.visitors.add(viewer.id);
  }

  private async isDone({ person, doneBy }: ExampleTour['steps'][number]): Promise<boolean> {
    return 'page' in doneBy
      ? this.visitors.has(person)
      : this.queries.execute(new HasActed(person, doneBy.events));
  }

  private async tried(
    { steps }: ExampleTour,
    people: readonly SignedInPerson[],
    viewer: SignedInPerson,
    t: Translate,
  ): Promise<NonNullable<LayoutProps['tryThis']>> {
    const each = steps.map(async (step) => {
      const found = people.find(({ id }) => id === step.person);
      if (!found) return [];
      const { id, name } = found;
      const { title, what } = { title: t(step.title), what: t(step.what) };
      return [
        {
          id,
          name,
          title,
          what,
          begins: step.begins,
          isViewer: id === viewer.id,
          isDone: await this.isDone(step),
        },
      ];
    });
    return (await Promise.all(each)).flat();
  }
}
