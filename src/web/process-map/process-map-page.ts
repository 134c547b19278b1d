import { BY_MOVE_PARAMETER, BY_VARIANT_PARAMETER } from '#views/addresses.js';
import type { Formats } from '#views/format.js';
import type { Translate } from '#views/messages/translate.js';
import type { MapMove, ProcessMapFigure, ProcessMapPage } from '#views/view-models/process-map.js';
import type { Facets } from '#query-handling/lists/facets.js';
import type { MoveStatistics } from '#query-handling/process-map/fold-traces.js';
import type { VisibleProcessMap } from '#query-handling/process-map/map-process.js';
import { getLifecyclePresentation } from '#specification/model/lifecycle-presentation.js';
import type { Entity, Screen, Specification } from '#specification/model/specification.js';
import { writeListAddress, type ListAddress } from '../addresses/list-address.js';
import { listHref, processMapHref } from '../addresses/page-addresses.js';
import { formatMove } from '../addresses/trace-filters.js';
import { getStateTitle } from '../display/display-value.js';
import { entityInSentence } from '../display/entity-in-sentence.js';
import { presentFieldFilters, presentProcessMapFilters } from '../screens/list-filters.js';
import { formatMoveTitle } from '../display/move-title.js';

export interface ProcessMapSource {
  readonly specification: Specification;
  readonly entity: Entity;
  readonly screen: Screen;
  readonly address: ListAddress;
  readonly facets: Facets;
  readonly names: ProcessMapNames;
  readonly map: VisibleProcessMap;
  /** Whether a column is readable in every record. */
  readonly open: (column: string) => boolean;
  readonly readsEvery: boolean;
  readonly whole: readonly ExpandedMapSection[];
  readonly t: Translate;
  readonly formats: Formats;
  readonly locale: string;
}

type ProcessMapNames = Parameters<typeof presentFieldFilters>[0]['page']['names'];

/** Query parameter: section shown in full. */
export const EXPANDED_MAP_SECTION_PARAMETER = 'whole-map';
export type ExpandedMapSection = 'moves' | 'variants';

const FIRST_VARIANTS = 20;
/** More arrows hide the process. */
const MAX_MOVES = 24;
/** Share of all records. */
const RARE = 0.02;
/** The time of a layout grows with the square of its arrows: 1,500 take longer than a page may. */
const MAX_ARROWS = 120;

export function presentProcessMap(source: ProcessMapSource): Omit<ProcessMapPage, 'frame'> {
  const { specification, entity, address, map, whole, t, formats } = source;
  const list = listHref(specification, entity.key);
  const path = processMapHref(specification, entity.key);
  const duration = (seconds: number | null) => (seconds === null ? '–' : formats.duration(seconds * 1000));
  const inList = (changed: Readonly<Record<string, string>>) =>
    writeListAddress(list, address.values, changed);
  const drawn = limitArrows(whole.includes('moves') ? map.moves : selectMoves(map));
  const visited = entity.lifecycle.states.filter(({ key }) => map.states.has(key));
  const gone = [...map.states.keys()].filter((key) => visited.every((state) => state.key !== key));
  const variants = whole.includes('variants') ? map.variants : map.variants.slice(0, FIRST_VARIANTS);
  return {
    heading: t('map.title', { entities: entityInSentence(entity.plural, specification, t) }),
    path,
    list: inList({}),
    figure: drawProcess(source, drawn),
    states: [...visited.map(({ key }) => key), ...gone].map((key) => {
      const { current, visits } = map.states.get(key)!;
      return {
        title: getStateTitle(entity, key),
        current: formats.count(current),
        visits: formats.count(visits),
        href: inList({ state: key }),
      };
    }),
    moves: map.moves.map((move) => ({
      title: formatMoveTitle(move, entity, t),
      from: move.from === '' ? '' : getStateTitle(entity, move.from),
      to: getStateTitle(entity, move.to),
      count: formats.count(move.count),
      records: formats.count(move.records),
      median: duration(move.median),
      percentile90: duration(move.percentile90),
      href: inList({ [BY_MOVE_PARAMETER]: formatMove(move) }),
    })),
    variants: variants.map(({ variant, moves, records, median }) => ({
      steps: moves.map((move) => formatMoveTitle(move, entity, t)),
      records: formats.count(records),
      share: formats.percent(records / map.records),
      median: duration(median),
      href: inList({ [BY_VARIANT_PARAMETER]: variant }),
    })),
    variantCount: map.variantCount,
    ...(variants.length < map.variants.length && {
      moreVariants: `${writeListAddress(path, address.values, { [EXPANDED_MAP_SECTION_PARAMETER]: [...whole, 'variants'].join(' ') })}#variants`,
    }),
    ...otherMoves(source, drawn.length, path),
    search: address.query.search,
    filters: [
      ...presentFieldFilters({ ...source, page: { names: source.names } }),
      ...presentProcessMapFilters(source),
    ],
    filtered: address.query.filters.length > 0 || address.query.search !== '',
    count: map.records + map.untraced,
    notes: notesOf(source, drawn.length),
    partly: !source.readsEvery,
  };
}

function otherMoves(
  { address, map, whole, t }: ProcessMapSource,
  drawn: number,
  path: string,
): Pick<ProcessMapPage, 'otherMoves'> {
  const rest = whole.filter((part) => part !== 'moves');
  const to = (parts: readonly ExpandedMapSection[]) =>
    writeListAddress(path, address.values, {
      [EXPANDED_MAP_SECTION_PARAMETER]: parts.length === 0 ? undefined : parts.join(' '),
    });
  if (whole.includes('moves')) return { otherMoves: { href: to(rest), title: t('map.mainMoves') } };
  return drawn < map.moves.length
    ? { otherMoves: { href: to([...rest, 'moves']), title: t('map.moreMoves') } }
    : {};
}

/** Moves of at least `RARE` records, and the most frequent one into and out of each state to keep it connected. */
function selectMoves({ moves, records }: VisibleProcessMap): readonly MoveStatistics[] {
  if (moves.length <= MAX_MOVES) return moves;
  const [entered, left] = [new Set<string>(), new Set<string>()];
  return moves.filter((move) => {
    const isFirst = !entered.has(move.to) || !left.has(move.from);
    if (move.from !== move.to) {
      entered.add(move.to);
      left.add(move.from);
    }
    return isFirst || move.records >= records * RARE;
  });
}

/** `moves`: most frequent first. Parallel moves share an arrow. */
function limitArrows(moves: readonly MoveStatistics[]): readonly MoveStatistics[] {
  const arrows = new Set<string>();
  return moves.filter((move) => {
    if (arrows.size < MAX_ARROWS) arrows.add(endsOf(move));
    return arrows.has(endsOf(move));
  });
}

const endsOf = ({ from, to }: MoveStatistics): string => `${from}>${to}`;

function drawProcess(source: ProcessMapSource, moves: readonly MoveStatistics[]): ProcessMapFigure {
  const { specification, entity, address, map, t, formats } = source;
  const list = listHref(specification, entity.key);
  const course = getLifecyclePresentation(entity);
  const arrows = groupParallel(moves);
  const most = arrows.reduce((max, arrow) => Math.max(max, totalCount(arrow)), 1);
  const keys = [...new Set([...entity.lifecycle.states.map(({ key }) => key), ...map.states.keys()])];
  return {
    label: t('map.label', { states: map.states.size, moves: map.moves.length }),
    states: keys
      .filter((key) => map.states.has(key))
      .map((key) => ({
        key,
        title: getStateTitle(entity, key),
        tone: course.stateTone(key),
        below: t('map.inIt', { count: formats.count(map.states.get(key)!.current) }),
        href: writeListAddress(list, address.values, { state: key }),
      })),
    moves: arrows.map((arrow): MapMove => {
      const [first] = arrow;
      const total = totalCount(arrow);
      const count = formats.count(total);
      return {
        fromKey: first!.from,
        toKey: first!.to,
        title: formatMoveTitle(first!, entity, t),
        below: arrow.length > 1 ? t('map.kinds', { count, kinds: arrow.length }) : numbersOf(first!, source),
        weight: Math.sqrt(total / most),
        href: writeListAddress(list, address.values, { [BY_MOVE_PARAMETER]: arrow.map(formatMove) }),
      };
    }),
  };
}

/** Drawn as one arrow. */
function groupParallel(moves: readonly MoveStatistics[]): readonly (readonly MoveStatistics[])[] {
  const groups = new Map<string, MoveStatistics[]>();
  for (const move of moves) {
    const group = groups.get(endsOf(move));
    if (group) group.push(move);
    else groups.set(endsOf(move), [move]);
  }
  return [...groups.values()];
}

const numbersOf = ({ count, median }: MoveStatistics, { t, formats }: ProcessMapSource): string =>
  median === null
    ? formats.count(count)
    : t('map.moveNumbers', { count: formats.count(count), median: formats.duration(median * 1000) });

const totalCount = (moves: readonly MoveStatistics[]): number =>
  moves.reduce((sum, { count }) => sum + count, 0);

/** Depend on permissions and totals only, never on hidden values. */
function notesOf(
  { specification, entity, map, whole, t }: ProcessMapSource,
  drawn: number,
): readonly string[] {
  const rare = map.moves.length - drawn;
  return [
    ...(map.limitedTo === undefined
      ? []
      : [
          t('report.onlyNewest', {
            count: map.limitedTo,
            entities: entityInSentence(entity.plural, specification, t),
          }),
        ]),
    ...(map.untraced > 0 ? [t('map.untraced', { count: map.untraced })] : []),
    ...(map.further > 0 ? [t('map.further', { count: map.further })] : []),
    ...(rare > 0 ? [t('map.rareLeftOut', { count: rare })] : []),
    ...(whole.includes('variants') && map.variantCount > map.variants.length
      ? [t('map.variantsLeftOut', { count: map.variants.length })]
      : []),
  ];
}
