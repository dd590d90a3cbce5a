import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { Brand } from '../ui/brand.tsx';

/** The navigation of a small window, over the page. */
export default function MenuDrawer(props: {
  readonly opened: boolean;
  readonly close: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Drawer
      opened={props.opened}
      onClose={props.close}
      size={280}
      title={<Brand />}
      lockScroll={false}
      // After a link the heading of its page has the focus.
      returnFocus={false}
      closeButtonProps={{ 'aria-label': 'Close the menu' }}
    >
      {props.children}
    </Drawer>
  );
}
