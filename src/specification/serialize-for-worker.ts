// What a document says, handed from thread to thread.
import type { ReadText } from './assemble-specification.js';
import { packNode, type PackedNode, unpackNode } from './document/pack-node.js';
import type { Node } from './document/yaml-node.js';
import { SECTION_NUMBERS } from './document/headings.js';
import type { SectionDeclarations } from './sections/section-shapes.js';

type SectionsWith<Each> = {
  readonly [Number in keyof SectionDeclarations]: Omit<SectionDeclarations[Number], 'node'> & {
    readonly node: Each;
  };
};

export type HandedOver = Omit<ReadText, 'shown'> & { readonly shown: SectionsWith<PackedNode> };

export function handOver(read: ReadText): HandedOver {
  return { ...read, shown: withNodes<Node, PackedNode>(read, read.shown, packNode) };
}

export function takeOver(handed: HandedOver): ReadText {
  return { ...handed, shown: withNodes<PackedNode, Node>(handed, handed.shown, unpackNode) };
}

type Blocks = Parameters<typeof packNode>[1];

function withNodes<From, To>(
  { document }: Pick<ReadText, 'document'>,
  shown: SectionsWith<From>,
  to: (node: From, blocks: Blocks) => To,
): SectionsWith<To> {
  const each = SECTION_NUMBERS.map((number) => {
    const node = to(shown[number].node, document.sections[number].blocks);
    return [number, { ...shown[number], node }];
  });
  return Object.fromEntries(each) as SectionsWith<To>;
}
