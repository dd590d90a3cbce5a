import { Modal, type ModalProps } from '@mantine/core';

/** Mantine's, in the middle of the window. Apart from what opens it, so that it is not part of the first load. */
export default function CentredModal(props: Omit<ModalProps, 'centered' | 'lockScroll' | 'opened'>) {
  return <Modal opened centered lockScroll={false} {...props} />;
}
