import { Component, type ReactNode, useEffect } from 'react';
import { PageFrame } from '@/components/page/PageFrame.tsx';
import { FailedScreen } from '@/components/states/FailedScreen.tsx';
import { Welcome } from '@/features/welcome/Welcome.tsx';

/** `/` by itself: without router, API client and query client. Every link is followed by the browser. */
export function StartPage({ onShown }: { onShown?: () => void }) {
  return (
    <>
      <PageFrame focused={false}>
        <ErrorBoundary>
          <Welcome />
        </ErrorBoundary>
      </PageFrame>
      <Shown onShown={onShown} />
    </>
  );
}

function Shown({ onShown }: { onShown: (() => void) | undefined }) {
  useEffect(() => onShown?.(), [onShown]);
  return null;
}

class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    return this.state.error === null ? (
      this.props.children
    ) : (
      <FailedScreen error={this.state.error} onRetry={() => this.setState({ error: null })} />
    );
  }
}
