import { Component, type ReactNode } from 'react';
import { Button } from '@/components/button';
import { LogoMark } from '@/components/logo';
import { errorTexts } from '@/texts/en/errors';

interface Props {
  /** Another page is tried again. */
  path: string;
  children: ReactNode;
}

/** A page that broke, or whose code could not be loaded (an old tab after an update, a lost connection). */
export class ErrorBoundary extends Component<Props, { failedAt: string | null }> {
  override state = { failedAt: null as string | null };

  static getDerivedStateFromError(): { failedAt: string } {
    return { failedAt: '' };
  }

  override componentDidCatch(): void {
    this.setState({ failedAt: this.props.path });
  }

  override componentDidUpdate(): void {
    if (this.state.failedAt && this.state.failedAt !== this.props.path) this.setState({ failedAt: null });
  }

  override render(): ReactNode {
    if (this.state.failedAt === null) return this.props.children;
    return (
      <main className="grid min-h-dvh place-items-center p-6">
        <div className="max-w-text text-center">
          <LogoMark className="mx-auto h-12" />
          <h1 className="mt-6 text-2xl">{errorTexts.crashTitle}</h1>
          <p className="mt-2 text-muted">{errorTexts.crashText}</p>
          <Button className="mt-6" onClick={() => window.location.reload()}>
            {errorTexts.reload}
          </Button>
        </div>
      </main>
    );
  }
}
