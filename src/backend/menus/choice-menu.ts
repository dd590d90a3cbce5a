import type { Fillings } from './fill-text.ts';
import { drawItem, type ItemTemplate } from './item-template.ts';
import { layOutPage, type MenuPage } from './menu-page.ts';
import { middleSlot } from './menu-view.ts';
import { drawTemplate, type MenuTemplate } from './server-menu.ts';

/** A question with two answers. */
export interface ChoiceTemplate extends Omit<MenuTemplate, 'previous' | 'next'> {
  readonly yes: ItemTemplate;
  readonly no: ItemTemplate;
}

/** Which answer was clicked. */
export type ChoiceAction = { readonly type: 'choice.yes' } | { readonly type: 'choice.no' };

/** The question, with an answer left and right of the middle. */
export function drawChoice(template: ChoiceTemplate, fillings: Fillings): MenuPage<ChoiceAction> {
  const middle = middleSlot(template.rows);
  const plan = {
    // There is one page, so these are never shown.
    ...drawTemplate({ ...template, previous: template.no, next: template.no }, fillings),
    entries: [],
    fixed: new Map([
      [middle - 2, { item: drawItem(template.yes, fillings), action: { type: 'choice.yes' as const } }],
      [middle + 2, { item: drawItem(template.no, fillings), action: { type: 'choice.no' as const } }],
    ]),
    turnTo: (): ChoiceAction => ({ type: 'choice.no' }),
  };
  return layOutPage<ChoiceAction>(plan, 0);
}
