import { Component } from 'preact'
import type { Rewards } from '../../src/index.js'

interface MalformedProps {
  rewards: Rewards
  /** What is wrong with it. */
  message: string
}

/** In the place of content that no widget can be made of: shows nothing, and is told. */
export class Malformed extends Component<MalformedProps> {
  override componentDidMount() {
    this.props.rewards.report('unsupported_content', this.props.message)
  }

  override render() {
    return null
  }
}
