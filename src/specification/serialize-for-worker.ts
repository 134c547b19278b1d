import type { ParsedDocument } from './assemble-specification.js';
import { packNode, type PackedNode, unpackNode } from './document/pack-node.js';
import type { Node } from './document/yaml-node.js';
import { SECTION_NUMBERS } from './document/headings.js';
import type { SectionDeclarations } from './sections/section-shapes.js';

type SectionsWith<Each> = {
  readonly [Number in keyof SectionDeclarations]: Omit<SectionDeclarations[Number], 'node'> & {
    readonly node: Each;
  };
};

export type SerializedDocument = Omit<ParsedDocument, 'declared'> & {
  readonly declared: SectionsWith<PackedNode>;
};

export function serializeForWorker(read: ParsedDocument): SerializedDocument {
  return { ...read, declared: convertNodes<Node, PackedNode>(read, read.declared, packNode) };
}

export function deserializeFromWorker(handed: SerializedDocument): ParsedDocument {
  return { ...handed, declared: convertNodes<PackedNode, Node>(handed, handed.declared, unpackNode) };
}

type Blocks = Parameters<typeof packNode>[1];

function convertNodes<From, To>(
  { document }: Pick<ParsedDocument, 'document'>,
  shown: SectionsWith<From>,
  to: (node: From, blocks: Blocks) => To,
): SectionsWith<To> {
  const each = SECTION_NUMBERS.map((number) => {
    const node = to(shown[number].node, document.sections[number].blocks);
    return [number, { ...shown[number], node }];
  });
  return Object.fromEntries(each) as SectionsWith<To>;
}
