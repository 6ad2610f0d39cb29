# Not run by the project's checks: https://docs.brew.sh/Formula-Cookbook has the commands to try it.
class {{className}} < Formula
  desc "{{summary}}"
  homepage "{{homepage}}"
  version "{{version}}"
  license "MIT"

  on_macos do
    on_arm do
      url "{{url-darwin-arm64}}"
      sha256 "{{sha256-darwin-arm64}}"
    end
    on_intel do
      url "{{url-darwin-x64}}"
      sha256 "{{sha256-darwin-x64}}"
    end
  end

  on_linux do
    on_arm do
      url "{{url-linux-arm64}}"
      sha256 "{{sha256-linux-arm64}}"
    end
    on_intel do
      url "{{url-linux-x64}}"
      sha256 "{{sha256-linux-x64}}"
    end
  end

  conflicts_with "daemontools", because: "both install an `svc` executable"

  def install
    bin.install "svc"
    bash_completion.install "completions/svc.bash" => "svc"
    zsh_completion.install "completions/svc.zsh" => "_svc"
    fish_completion.install "completions/svc.fish"
    man1.install Dir["man/man1/*"]
    man7.install Dir["man/man7/*"]
  end

  test do
    assert_match "svc #{version}", shell_output("#{bin}/svc --version")
  end
end
