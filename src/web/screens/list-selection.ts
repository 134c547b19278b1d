import type { ListPage } from '#views/view-models/list.js';
import type { RecordsPage } from '#query-handling/lists/list-records.js';
import { canTakeAction, hasGrantedRole, type Actor } from '#domain/permissions.js';
import { hasFiles, hasRows } from '#specification/field-types/find-field-type.js';
import { canStartFrom } from '#specification/model/allowed-transitions.js';
import type { Action, Entity, Specification } from '#specification/model/specification.js';
import type { Translate } from '#views/messages/translate.js';
import type { ListAddress } from '../addresses/list-address.js';
import { selectionActionHref, selectionAssignHref } from '../addresses/page-addresses.js';

interface SelectionSource {
  readonly specification: Specification;
  readonly entity: Entity;
  readonly actor: Actor;
  readonly address: ListAddress;
  readonly page: Pick<RecordsPage, 'items'>;
  readonly t: Translate;
}

/** Actions available to some record on the page. Tables and files need a form per record. */
export function presentSelection({
  specification,
  entity,
  actor,
  address,
  page,
  t,
}: SelectionSource): ListPage['selection'] {
  const { lifecycle, fields, permissions } = entity;
  const states = new Set(page.items.map(({ state }) => state));
  const canShareForm = (action: Action) =>
    fields.every((field) => !action.ask.includes(field.key) || (!hasRows(field) && !hasFiles(field)));
  const actions = lifecycle.actions.filter(
    (action) =>
      canTakeAction(action, actor) &&
      canShareForm(action) &&
      [...states].some((state) => canStartFrom(action, state, lifecycle)),
  );
  const [sort] = address.values.get('sort') ?? [];
  return {
    actions: [
      ...actions.map(({ key, title }) => ({
        title,
        href: selectionActionHref(specification, entity.key, key),
      })),
      ...(hasGrantedRole(permissions.assign, actor)
        ? [{ title: t('form.assign'), href: selectionAssignHref(specification, entity.key) }]
        : []),
    ],
    ...(sort !== undefined && { sort }),
  };
}
