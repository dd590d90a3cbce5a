import type { Fillings } from './fill-text.ts';
import { drawItem, type ItemTemplate } from './item-template.ts';
import { layOutPage, type MenuPage } from './menu-page.ts';
import { drawFrame, type MenuFrame } from './server-menu.ts';

/** A question with two answers. */
export interface ChoiceTemplate extends Omit<MenuFrame, 'previous' | 'next'> {
  readonly yes: ItemTemplate;
  readonly no: ItemTemplate;
}

export type ChoiceAction = { readonly type: 'choice.yes' } | { readonly type: 'choice.no' };

/** The question, with its answers left and right of the middle. */
export function drawChoice(template: ChoiceTemplate, fillings: Fillings): MenuPage<ChoiceAction> {
  const row = (Math.ceil(template.rows / 2) - 1) * 9;
  const plan = {
    // Nothing can be turned where there is one page.
    ...drawFrame({ ...template, previous: template.no, next: template.no }, fillings),
    entries: [],
    fixed: new Map([
      [row + 2, { item: drawItem(template.yes, fillings), action: { type: 'choice.yes' as const } }],
      [row + 6, { item: drawItem(template.no, fillings), action: { type: 'choice.no' as const } }],
    ]),
    turn: (): ChoiceAction => ({ type: 'choice.no' }),
  };
  return layOutPage<ChoiceAction>(plan, 0);
}
